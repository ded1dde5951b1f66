import { type Card, ladyDueApi } from '#contract/lady-due.ts';
import { WordsInApp } from '#web/entity/editions/words-in-app.tsx';
import { CardFace, faceOf } from '#web/features/lady-due/card-face.tsx';

/** A stored card with the words that the app shows, for a `PhonePreview`. */
export const CardInApp = ({ card }: { card: Card }) => (
  <WordsInApp route={ladyDueApi.cards.editions} record={card}>
    {(one) => {
      const face = faceOf(one);
      return face && <CardFace card={face} />;
    }}
  </WordsInApp>
);
