// Sets light or dark before anything is drawn. The choice is kept where Mantine keeps it.
(function () {
  var choice = null;
  try {
    choice = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is off: follow the system.
  }
  if (choice !== 'light' && choice !== 'dark') {
    choice = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', choice);
})();
