import { Button, FocusTrap } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconStethoscope, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '#web/features/doctors/doctor-panel.module.css';
import { Empty } from '#web/ui/empty.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

type DoctorPanelProps = {
  /** Takes all of the height, as a form does. */
  tall?: boolean;
  onBack: () => void;
  children: ReactNode;
};

/** Beside the list what one works on. Under 1,024 px a page of its own, with a way back to the list. */
export function DoctorPanel({ tall = false, onBack, children }: DoctorPanelProps) {
  const covers = useMediaQuery('(max-width: 63.99em)', false, { getInitialValueInEffect: false });
  return (
    <FocusTrap active={covers}>
      {/* Escape is heard for what is in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        role={covers ? 'dialog' : undefined}
        aria-modal={covers || undefined}
        aria-label="Doctor"
        className={classes.panel}
        data-tall={tall || undefined}
        // As of a dialog. What is written is left by its buttons alone.
        onKeyDown={(event) => {
          if (event.key === 'Escape' && covers && !tall && !event.defaultPrevented) onBack();
        }}
      >
        {covers && (
          <div className={classes.bar}>
            <Button
              variant="subtle"
              leftSection={<IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />}
              onClick={onBack}
            >
              Doctors
            </Button>
          </div>
        )}
        <div className={classes.content}>{children}</div>
      </section>
    </FocusTrap>
  );
}

/** Where nobody is chosen. A narrow window shows the list instead. */
export const NobodyChosen = () => (
  <section className={`${classes.panel} ${classes.nobody}`} aria-label="Doctor">
    <Empty
      icon={IconStethoscope}
      title="No doctor selected"
      sentence="Select a doctor to see the details, or click Add Doctor."
    />
  </section>
);

/** In the place of a doctor who was deleted, or whom a wrong address asks for. */
export const Gone = ({ onClose }: { onClose: () => void }) => (
  <Empty
    icon={IconUserOff}
    title="This doctor is not there any more"
    sentence="Somebody deleted the doctor, or the link is wrong. What was deleted is in the bin for 30 days."
    action={<Button onClick={onClose}>Close</Button>}
  />
);

/** While the list is loading that the doctor stands in, or the form. */
export const PanelSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading the doctor">
    <SkeletonBox width="5.5rem" height="5.5rem" round />
    <div className={classes.boxes}>
      <SkeletonBox width="14rem" height="1.5rem" />
      <SkeletonBox width="10rem" height="1rem" />
      <SkeletonBox width="12rem" height="1.375rem" />
    </div>
  </div>
);
