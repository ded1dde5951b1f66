import { useMutation } from '@tanstack/react-query';
import { type StaffAccount, type WithLink, staffRoutes } from '#contract/staff.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { showToast } from '#web/ui/toast-store.ts';

export type Question = { action: 'disable' | 'enable' | 'link' | 'unlock' | 'factors'; account: StaffAccount };

type Texts = { title: string; sentence: string; consequence: string; action: string; actionBusy: string };

const textsOf = ({ action, account: { name, state } }: Question): Texts =>
  ({
    disable: {
      title: `Disable ${name}?`,
      sentence: `${name} is signed out everywhere at once and cannot sign in.`,
      consequence: 'Their work stays. You can enable the account again at any time.',
      action: 'Disable account',
      actionBusy: 'Disabling',
    },
    enable: {
      title: `Enable ${name}?`,
      sentence: `${name} can sign in again with the same password and role as before.`,
      consequence: 'A block after too many failed sign-ins is lifted too.',
      action: 'Enable account',
      actionBusy: 'Enabling',
    },
    link: {
      title: `Make a new ${state === 'invited' ? 'invitation' : 'password'} link for ${name}?`,
      sentence:
        state === 'invited'
          ? 'The earlier invitation stops working.'
          : 'With it they can choose a new password without knowing the old one.',
      consequence: 'Give it only to them: anyone who has the link can use the account.',
      action: 'Make a link',
      actionBusy: 'Making a link',
    },
    unlock: {
      title: `Lift the sign-in block of ${name}?`,
      sentence: `After too many failed sign-ins an account is blocked for a while. ${name} can sign in again in about 10 seconds. If their whole network is blocked, they still have to wait.`,
      consequence: 'Do this only if they asked you to: the block also stops people who are guessing the password.',
      action: 'Lift block',
      actionBusy: 'Lifting',
    },
    factors: {
      title: `Remove the second factor of ${name}?`,
      sentence:
        'Their passkeys, authenticator app and recovery codes stop working, and they are signed out everywhere.',
      consequence:
        'Make sure that it was really them who asked: until they set up another one, their password alone signs them in.',
      action: 'Remove second factor',
      actionBusy: 'Removing',
    },
  })[action];

type AccountQuestionProps = {
  question: Question;
  /** Called after the action; with the new link if there is one. */
  onDone: (made: WithLink | undefined) => void;
  onClose: () => void;
};

/** Asks before an account is disabled or enabled, gets a new link, is unblocked, or loses its second factors. */
export function AccountQuestion({ question, onDone, onClose }: AccountQuestionProps) {
  const { action, account } = question;
  const { id, name } = account;
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (action === 'link') return (await change(staffRoutes.reset, { id })).output;
      if (action === 'factors') {
        await change(staffRoutes.removeFactors, { id });
        showToast(`Removed the second factor of ${name}`);
      } else if (action === 'unlock') {
        await change(staffRoutes.unlock, { id });
        showToast(`Lifted the sign-in block of ${name}`);
      } else {
        await change(staffRoutes.update, { id, disabled: action === 'disable' });
        showToast(`${action === 'disable' ? 'Disabled' : 'Enabled'} ${name}`);
      }
      return undefined;
    },
    onSuccess: onDone,
  });
  return (
    <Confirm
      {...textsOf(question)}
      opened
      harmless
      safe="Cancel"
      busy={isPending}
      failed={error ? explain(error) : undefined}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
