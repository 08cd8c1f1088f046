# Every task is one of run.py's, so that all of them also work where there is no make.
.PHONY: play terminal test check prove bench

play terminal test check prove bench:
	@python3 run.py $@
