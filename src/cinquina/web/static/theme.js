// Light or dark as this device wishes, before anything is painted; so this is no module.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("cinquina.theme") ?? '""');
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // as the system wishes
  }
})();
