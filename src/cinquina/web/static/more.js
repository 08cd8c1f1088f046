// A list or column that may be longer than its room: as long as there is more below, its lower edge fades (class "has-more").

/** What is measured are the children: the arrow that says so is part of the box's own height. @param {HTMLElement} box */
export function watchMore(box) {
  const bottom = (/** @type {Element} */ part) => part.getBoundingClientRect().bottom;
  const update = () => box.classList.toggle("has-more", Math.max(...[...box.children].map(bottom)) > bottom(box) + 2);
  box.addEventListener("scroll", update, { passive: true });
  const sizes = new ResizeObserver(update);
  sizes.observe(box);
  const watch = () => {
    for (const child of box.children) sizes.observe(child);
    update();
  };
  new MutationObserver(watch).observe(box, { childList: true });
  watch();
}
