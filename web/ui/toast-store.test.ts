import { beforeEach, describe, expect, test } from 'vitest';
import { clearToasts, showFailure, showToast, toasts, undoToast } from '#web/ui/toast-store.ts';

const messages = () => toasts.get().map(({ message }) => message);
const newest = () => toasts.get().at(-1) ?? expect.fail('no toast is open');
const failed = { message: 'Failed to undo', requestId: '1' };

describe('toasts', () => {
  beforeEach(clearToasts);

  test('a new toast replaces one of the same kind', () => {
    showToast('Verified Ada Obi');
    showToast('Moved Dr. Ada Obi to position 2');
    showToast('Verified Bola Ige');
    expect(messages()).toEqual(['Moved Dr. Ada Obi to position 2', 'Verified Bola Ige']);
  });

  test('at most three close automatically, and the oldest is removed first', () => {
    for (const message of ['Saved it', 'Moved it', 'Deleted it', 'Enabled it']) showToast(message);
    expect(messages()).toEqual(['Moved it', 'Deleted it', 'Enabled it']);
  });

  test('a toast that failed or is being undone is never replaced', async () => {
    showFailure('Deleted the doctor', failed);
    let end = () => {};
    const undo = () => new Promise<{ message: string }>((resolve) => (end = () => resolve({ message: 'Undone' })));
    showToast('Deleted the card', { undo });
    const undone = undoToast(newest());
    for (const message of ['Deleted one', 'Saved one', 'Moved one', 'Deleted another']) showToast(message);
    expect(messages()).toEqual(['Deleted the doctor', 'Deleted the card', 'Saved one', 'Moved one', 'Deleted another']);
    end();
    await undone;
    expect(messages().slice(0, 2)).toEqual(['Deleted the doctor', 'Undone']);
  });

  test('a second press does not undo twice', async () => {
    let calls = 0;
    showToast('Saved it', { undo: () => Promise.resolve({ message: `Undone ${(calls += 1)}` }) });
    const first = undoToast(newest());
    await Promise.all([first, undoToast(newest())]);
    expect(messages()).toEqual(['Undone 1']);
  });
});
