import { stemmer as porter } from "stemmer";
import { fold } from "../contract/search/fold.ts";
import type { Language } from "../contract/search/languages.ts";
import { languageOf } from "./open-index.ts";

/** What the search knows of a language. Words are folded, unless it says otherwise. */
export interface LanguageRules {
  /** Whether `stemsOf` reads the spelling of a word. */
  readonly readsSpelling: boolean;
  /**
   * The stems of a word. Two words are forms of one if they share a stem.
   *
   * @param spelling as it is written
   */
  stemsOf(word: string, spelling: string): readonly string[];
  /** The letters that all forms of a word begin with. */
  rootOf(word: string, stems: readonly string[]): string;
}

/**
 * The stem of a folded English word by Porter's algorithm. Words with characters other than a to z are returned
 * unchanged, and so are words without a vowel before the last two letters, such as `https` and `gas`.
 */
export function englishStem(word: string): string {
  return /^[a-z]*[aeiouy][a-z]{2,}$/.test(word) ? porter(word) : word;
}

const ENGLISH: LanguageRules = {
  readsSpelling: false,
  stemsOf: (word) => [englishStem(word)],
  // `hop` for `hope`, because of `hoping`.
  rootOf: (_, [stem = ""]) => stem.replace(/(?<=...)[ei]$/, ""),
};

/** Snowball's stemmers. Each is evaluated when it is imported, which is when an index needs it. */
const STEMMERS: Record<Exclude<Language, "en">, () => Promise<{ stemmer: Stemmer }>> = {
  de: () => import("@orama/stemmers/german"),
  fr: () => import("@orama/stemmers/french"),
  es: () => import("@orama/stemmers/spanish"),
  it: () => import("@orama/stemmers/italian"),
  pt: () => import("@orama/stemmers/portuguese"),
  nl: () => import("@orama/stemmers/dutch"),
  sv: () => import("@orama/stemmers/swedish"),
  ru: () => import("@orama/stemmers/russian"),
  tr: () => import("@orama/stemmers/turkish"),
  fi: () => import("@orama/stemmers/finnish"),
};

type Stemmer = (word: string) => string;

const RULES = new Map<Language, LanguageRules>([["en", ENGLISH]]);

/** Loads what `openEngine` needs for an index. A file that is no index needs nothing. */
export async function loadLanguage(index: ArrayBuffer): Promise<void> {
  const language = languageOf(index);
  if (language === undefined || language === "en" || RULES.has(language)) return;
  const { stemmer } = await STEMMERS[language]();
  RULES.set(language, rulesWith(stemmer, language));
}

/** @throws Error if it was not loaded */
export function rulesOf(language: Language): LanguageRules {
  const rules = RULES.get(language);
  if (rules === undefined) throw new Error(`The stemmer of ${language} was not loaded.`);
  return rules;
}

/**
 * A word has two stems: that of its spelling, because endings have accents; and that of its folded form, because
 * queries are often typed without them. A word with anything but letters is its own stem.
 */
function rulesWith(stemmer: Stemmer, language: Language): LanguageRules {
  return {
    readsSpelling: true,
    stemsOf(word, spelling) {
      if (!/^\p{L}{3,}$/u.test(word)) return [word];
      const lowerCase = lowered(spelling, language);
      const stems = [fold(stemmer(lowerCase))];
      if (lowerCase !== word) stems.push(fold(stemmer(word)));
      return stems;
    },
    // Stems may end in other letters: French `cheval`, `chevaux`.
    rootOf: (word, stems) => stems.reduce(commonStart, word).replace(/(?<=...).$/, ""),
  };
}

function lowered(spelling: string, language: Language): string {
  const dotless = language === "tr" ? spelling.replaceAll("I", "ı").replaceAll("İ", "i") : spelling;
  return dotless.normalize("NFC").toLowerCase();
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
