import '#web/app/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { open } from '#web/api/session.ts';
import { App } from '#web/app/app.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');

void open();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
