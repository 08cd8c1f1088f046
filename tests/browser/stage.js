// The stages of a turn at which the page is now.
() => {
  const shown = (what) => [...document.querySelectorAll(what)].some((element) => element.checkVisibility());
  const phase = document.getElementById("table").dataset.phase;
  if (phase === "over") return ["over"];
  const ready = shown(".play > .actions .main:not([aria-disabled])");
  if (ready && phase === "roll") return ["due"];
  const begun = shown(".play > .actions .icon:not([aria-disabled])");
  const asked = shown("svg.sheet:not(.small) .legal, .options .chip, .play button.die:not([aria-disabled])");
  const passing = shown(".play > .actions .button:not(.icon, .main, [aria-disabled])") ? ["passing"] : [];
  if (ready && begun) return ["complete", ...passing];
  if (asked && begun) return ["begun", ...passing];
  if (asked) return ["open", ...passing];
  return phase === "choose" ? ["waiting"] : [];
};
