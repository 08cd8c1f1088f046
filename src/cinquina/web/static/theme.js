// Sets the theme before anything is painted; so this is not a module.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("cinquina.theme") ?? '""');
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // the system's theme
  }
})();
