# Every task is one of run.py's, so that all of them also work where there is no make.
.PHONY: play terminal test check prove coverage docs bench

play terminal test check prove coverage docs bench:
	@python3 run.py $@
