import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type Query } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '#web/api/query.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';
import { router } from '#web/app/router.tsx';
import { cssVariables, theme } from '#web/app/theme.ts';
import { beginIdleWork, whenIdle } from '#web/lib/idle.ts';
import { clearToasts } from '#web/ui/toast-store.ts';

const queryClient = createQueryClient();

// Nothing that one account loaded or did stays for the next person at this computer.
onSessionChange(() => {
  if (sessionState().status !== 'out') return;
  queryClient.clear();
  clearToasts();
});

// Code for later screens waits for the first data.
const answers = queryClient.getQueryCache();
const stop = answers.subscribe(({ type }) => {
  // A query added with its response says nothing about those added after it.
  if (type === 'added') return;
  const all = answers.getAll();
  const isWaiting = (query: Query) => query.state.status === 'pending' && !query.isDisabled();
  if (all.some(isWaiting) || all.every(({ state }) => state.status === 'pending')) return;
  stop();
  beginIdleWork();
});

// Without it, emoji are boxes on systems without an emoji typeface, as with a typeface that fails to load.
whenIdle(() => void import('#web/app/emoji.css').catch(() => undefined));

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
