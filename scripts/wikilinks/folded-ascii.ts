/** Of each ASCII character what names are compared by: letters in lower case; 0 for the separators of words. */
export const FOLDED_ASCII = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[\s_-]/.test(character) ? 0 : character.toLowerCase().charCodeAt(0);
});
