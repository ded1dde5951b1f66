/**
 * What the built desk has of newer functions and styles, and why it works without them. `times` is how often a script calls
 * it: one call more has to be looked at.
 */
export const exceptions: Record<string, { times?: number; why: string }> = {
  cancelIdleCallback: { times: 1, why: 'web/lib/idle.ts asks first' },
  requestIdleCallback: { times: 1, why: 'web/lib/idle.ts asks first' },
  'Intl.Segmenter': { times: 1, why: 'web/lib/letters.ts asks first' },
  'URL.canParse': { times: 1, why: 'zod asks first' },
  '.caretPositionFromPoint': { times: 1, why: 'ProseMirror asks first' },
  '.caretRangeFromPoint': { times: 1, why: 'ProseMirror asks first' },
  '.getComposedRanges': { times: 1, why: 'ProseMirror asks first' },
  '.startViewTransition': {
    times: 2,
    why: 'React and the router animate only where they are told to, which we do not',
  },
  'document.startViewTransition': { times: 1, why: 'the router asks first' },
  '.drop': { why: 'of drafts, not of an iterator' },
  '.take': { why: 'of drafts, not of an iterator' },
  '.toArray': { why: 'of React.Children, not of an iterator' },
  '.move': { why: 'of the tree of Lady Due and of ProseMirror, not of a window' },
  '.restore': { why: 'of the virtual list' },
  '.use': { why: 'of React' },
  '.error': { why: 'of the console' },

  ':-webkit-inner-spin-button': { why: 'Firefox has its own property for it' },
  ':-webkit-scrollbar': { why: 'Firefox has scrollbar-width' },
  ':-webkit-search-cancel-button': { why: 'Firefox has none' },
  ':-webkit-search-results-button': { why: 'Firefox has none' },
  'font-family: ui-monospace': { why: 'other families stand behind it' },
  'forced-color-adjust': { why: 'Safari has no forced colours' },
  'forced-color-adjust: none': { why: 'Safari has no forced colours' },
  'scrollbar-color': { why: 'other scroll bars have their usual colour' },
  'scrollbar-width': { why: 'Safari and Chrome have ::-webkit-scrollbar' },
  'scrollbar-width: none': { why: 'Safari and Chrome have ::-webkit-scrollbar' },
  'text-box-edge': { why: 'labels of buttons stand half a pixel lower' },
  'text-box-edge: cap': { why: 'labels of buttons stand half a pixel lower' },
  'text-box-trim': { why: 'labels of buttons stand half a pixel lower' },
  'text-box-trim: none': { why: 'labels of buttons stand half a pixel lower' },
  'text-box-trim: trim-both': { why: 'labels of buttons stand half a pixel lower' },
  'text-wrap': { why: 'lines break less evenly' },
  'text-wrap: balance': { why: 'lines break less evenly' },
  'text-wrap: pretty': { why: 'lines break less evenly' },
};
