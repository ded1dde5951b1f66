/** The first words of a text, to tell one from another where the whole is too long: `Clinics open at nine on…` */
export function opening(text: string, most = 40) {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  const letters = [...words];
  return letters.length > most
    ? `${letters
        .slice(0, most)
        .join('')
        .replace(/[\s.,;:!?]+$/, '')}…`
    : words;
}
