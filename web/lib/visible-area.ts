/**
 * For the `ref` of an element that must end above a phone's keyboard: its `--visible-height` and `--visible-top` follow
 * the part of the window that the keyboard leaves free. While the page is zoomed in, they do not change.
 */
export function followVisibleArea(element: HTMLElement | null) {
  const area = window.visualViewport;
  if (!element || !area) return undefined;
  const show = () => {
    const isZoomed = area.scale > 1.01;
    element.style.setProperty('--visible-height', isZoomed ? '' : `${area.height}px`);
    element.style.setProperty('--visible-top', isZoomed ? '' : `${area.offsetTop}px`);
  };
  show();
  area.addEventListener('resize', show);
  area.addEventListener('scroll', show);
  return () => {
    area.removeEventListener('resize', show);
    area.removeEventListener('scroll', show);
  };
}
