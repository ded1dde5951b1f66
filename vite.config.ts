import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  areaChunk,
  headScript,
  isOfOnePage,
  linkedPages,
  sharedChunk,
  sharedChunks,
  withoutJsonSchema,
  withoutSummaries,
} from '#scripts/vite-pages.ts';
import { browsers } from '#web/lib/browsers.ts';

const targets = Object.entries({ ...browsers, ios: browsers.safari }).map(([name, version]) => name + version);

/** The page that `/admin` leads to. */
const home = 'users';

/** The page with the most code of its own, which brings no forms along. */
const large = 'lady-due';

const ofArea = areaChunk(home);

/** The modules of one of the shared chunks. */
const ofShared =
  (name: string): ReturnType<typeof sharedChunk> =>
  (id, modules) => {
    const chunk = sharedChunk(home, large)(id, modules);
    return chunk === name ? chunk : null;
  };

/** The editor of rich texts, which no other dialog should bring along. */
const ofEditor =
  /\/web\/rich-text\/|node_modules\/(@tiptap|prosemirror-|linkifyjs|orderedmap|rope-sequence|w3c-keyname|fast-equals|use-sync-external-store)/;

/** The tables, which the pages of My Cycle show at once, and a part of dialogs that would take them along. */
const ofTables = /@mantine\/core\/(esm\/components\/Table\/|styles\/Table\.)|\/web\/entity\/import\/report-table\./;

const ofPage = /\/(rolldown-runtime|react|packages|index)-[\w-]+\.js$/;

export default defineConfig({
  root: 'web',
  plugins: [react(), headScript('start/start.ts'), linkedPages({ home }), withoutJsonSchema(), withoutSummaries()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: targets,
    // Nothing inline: the content security policy allows scripts and fonts from files only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page has loaded these as its scripts. Firefox calls it an error to ask for them once more.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !ofPage.test(file)) : files,
    },
    rolldownOptions: {
      output: {
        // Few requests before the first screen: each of these is one chunk, and only what it needs is in it. The first
        // that takes a module has it, with what the module needs.
        codeSplitting: {
          groups: [
            // Change with no release of ours, so browsers keep them. Two, as one would be over 150 KB.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'packages', tags: ['$initial'], test: /node_modules/ },
            // Before the shared ones, so that no page fetches a chunk for the sake of an icon.
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
            ...sharedChunks.map((name) => ({ debugName: name, name: ofShared(name) })),
            // All else that two chunks need, so that a page has few chunks, however many pages there are.
            {
              debugName: 'dialogs',
              name: (id, modules) => (isOfOnePage(id, modules) || ofArea(id, modules) ? null : 'dialogs'),
              minShareCount: 2,
              test: (id) => !ofEditor.test(id) && !ofTables.test(id),
            },
            { name: 'rich-text', minShareCount: 2, test: ofEditor },
            // Last, so that it takes no package along that others need.
            { debugName: 'area', name: ofArea },
          ],
        },
      },
    },
  },
});
