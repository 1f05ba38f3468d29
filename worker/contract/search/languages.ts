/** The languages in which search knows other forms of a word, by ISO 639-1 codes. */
export const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "sv",
  "ru",
  "tr",
  "fi",
] as const;

export type Language = (typeof LANGUAGES)[number];

export function isLanguage(code: string): code is Language {
  return LANGUAGES.some((language) => language === code);
}
