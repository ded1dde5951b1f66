import { Center } from '@mantine/core';

const days = 28;
const size = 600;
const ring = 250;
const moon = 19;
const rim = 205;
const rose = '#ff6b9d';
const cream = '#f7ede6';
const angleOf = (part: number, parts: number) => (part / parts) * 2 * Math.PI;

/** The lit part of a moon: half a disc, bounded by the terminator, an ellipse that narrows towards half moon. */
function litPart(day: number) {
  const waxing = day <= days / 2;
  const phase = Math.cos(angleOf(day, days));
  const outer = waxing ? 1 : 0;
  const inner = phase > 0 ? 1 - outer : outer;
  const rx = Math.max(0.01, Math.abs(phase) * moon).toFixed(2);
  return `M0 ${-moon}A${moon} ${moon} 0 0 ${outer} 0 ${moon}A${rx} ${moon} 0 0 ${inner} 0 ${-moon}Z`;
}

function Moon({ day }: { day: number }) {
  const angle = angleOf(day, days);
  const position = `translate(${(ring * Math.sin(angle)).toFixed(2)} ${(-ring * Math.cos(angle)).toFixed(2)})`;
  if (day === 0) return <circle transform={position} r={moon} fill={rose} />;
  return (
    <g transform={position}>
      <circle r={moon} fill="#3e2a43" />
      <path d={litPart(day)} fill={cream} />
    </g>
  );
}

function tick(part: number, length: number) {
  const angle = angleOf(part, days * 4);
  const [x, y] = [Math.sin(angle), -Math.cos(angle)];
  const end = rim - length;
  return `M${(rim * x).toFixed(2)} ${(rim * y).toFixed(2)}L${(end * x).toFixed(2)} ${(end * y).toFixed(2)}`;
}

const quarters = Array.from({ length: days * 4 }, (_, part) => part);
const longTicks = quarters.filter((part) => part % 4 === 0).map((part) => tick(part, 9));
const shortTicks = quarters.filter((part) => part % 4 !== 0).map((part) => tick(part, 5));

/**
 * The picture beside the sign-in form: a cycle as a ring of 28 moons, with the mark in the middle. It is aubergine in
 * both schemes, and decorative.
 */
export function LoginArt() {
  return (
    <Center visibleFrom="md" flex={1} miw={0} bg="#2b1b2e" style={{ overflow: 'hidden' }} aria-hidden="true">
      <svg style={{ width: 'min(600px, 88%)' }} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} focusable="false">
        {Array.from({ length: days }, (_, day) => (
          <Moon key={day} day={day} />
        ))}
        <path d={shortTicks.join('')} stroke="#6b5670" />
        <path d={longTicks.join('')} stroke="#a893a6" strokeWidth={1.25} />
        <path
          d="M9.1 -33.1A34.3 34.3 0 1 0 33.1 -9.1"
          fill="none"
          stroke={cream}
          strokeWidth={7.7}
          strokeLinecap="round"
        />
        <circle cx="27.1" cy="-27.1" r="8" fill={rose} />
      </svg>
    </Center>
  );
}
