# Every task is in run.py, so that all of them also work without make.
.PHONY: play terminal test check prove coverage docs bench

play terminal test check prove coverage docs bench:
	@python3 run.py $@
