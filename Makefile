# Every task is in run.py, so that all of them also work without make.
.PHONY: play party terminal test check prove coverage docs bench

play party terminal test check prove coverage docs bench:
	@python3 run.py $@
