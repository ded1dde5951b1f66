import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { headScript, linkedPages, sharedByPages } from '#scripts/vite-pages.ts';

/** The page that `/admin` leads to. */
const home = 'users';

export default defineConfig({
  root: 'web',
  plugins: [react(), headScript('start.ts'), linkedPages({ home })],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inline: the content security policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few requests before the first screen: each of these is one chunk, and only what it needs is in it.
        codeSplitting: {
          groups: [
            // Change with no release of ours, so browsers keep them. Two, as one would be over 150 KB.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
            { name: 'packages', tags: ['$initial'], test: /node_modules/, priority: 4 },
            // Every page asks for its data with it.
            { name: 'queries', test: /node_modules\/@tanstack\/(react-query|query-core)\//, priority: 4 },
            { name: 'desk', tags: ['$initial'], priority: 3 },
            { name: sharedByPages(home), debugName: 'shared', priority: 2 },
            { name: 'forms', test: /\/web\/form\/use-(create|edit)-form/, priority: 1 },
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 1 },
            // What many dialogs and panels need, so that pages do without it.
            { name: 'dialogs', minShareCount: 5 },
          ],
        },
      },
    },
  },
});
