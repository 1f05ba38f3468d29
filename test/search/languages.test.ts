import { describe, expect, test } from "vitest";
import { FUNCTION_WORDS } from "../../scripts/search-index/function-words.ts";
import { recognizeLanguage } from "../../scripts/search-index/recognize-language.ts";
import { LANGUAGES, type Language } from "../../worker/contract/search/languages.ts";
import { asDocuments, searchInLanguage } from "./search-in.ts";

/** By language, sentences of a summary. */
const SUMMARIES: Readonly<Record<Language, string>> = {
  en: "A tree is a structure of nodes, and each of them has children. It is used for the search in a file.",
  de: "Ein Baum ist eine Struktur mit Knoten, und jeder von ihnen hat Kinder. Er wird für die Suche benutzt.",
  fr: "Un arbre est une structure de nœuds, et chacun a des enfants. Il est utilisé pour la recherche dans les fichiers.",
  es: "Un árbol es una estructura de nodos, y cada uno tiene hijos. Se usa para la búsqueda en los archivos.",
  it: "Un albero è una struttura di nodi, e ognuno ha dei figli. È usato per la ricerca nei file del disco.",
  pt: "Uma árvore é uma estrutura de nós, e cada um tem filhos. É usada para a busca em arquivos do disco.",
  nl: "Een boom is een structuur van knopen, en elke knoop heeft kinderen. Het wordt gebruikt voor het zoeken in de map.",
  sv: "Ett träd är en struktur av noder, och varje nod har barn. Det används för att söka, och är inte svårt att förstå.",
  ru: "Дерево — это структура из узлов, и у каждого есть дети. Его можно использовать для поиска по файлам на диске.",
  tr: "Ağaç, düğümlerden oluşan bir yapıdır ve her düğümün çocukları vardır. Arama için ve sıralama için kullanılır.",
  fi: "Puu on rakenne, joka koostuu solmuista, ja se on hyvä, kun etsit tietoa. Voit myös järjestää sen, jos haluat.",
};

/** Three notes with this text. */
function three(summary: string) {
  return asDocuments(["A1", "B2", "C3"].map((title) => ({ title, summary })));
}

describe("the language of notes is recognized by its commonest words", () => {
  test.each(Object.entries(SUMMARIES))("%s, in three notes: %s", (language, summary) => {
    expect(recognizeLanguage(three(summary))).toBe(language);
  });

  test.each([
    ["no notes", []],
    ["no words", three("1 + 1 = 2")],
    ["names alone", three("std::vector Array.prototype.at() npm")],
    [
      "Polish",
      three(
        "Drzewo to struktura z węzłów, a każdy z nich ma dzieci. Służy do wyszukiwania w pliku.",
      ),
    ],
    [
      "Danish",
      three(
        "Et træ er en struktur af knuder, og hver af dem har børn. Det bruges til at søge på en disk.",
      ),
    ],
    ["Chinese", three("树是由节点组成的结构。")],
    ["half German, half English", [...three(SUMMARIES.de), ...three(SUMMARIES.en)]],
    ["half French, half Turkish", [...three(SUMMARIES.fr), ...three(SUMMARIES.tr)]],
    ["half Spanish, half Portuguese", [...three(SUMMARIES.es), ...three(SUMMARIES.pt)]],
  ])("and undecided if there is none that is known, or if they are mixed: %s", (_, documents) => {
    expect(recognizeLanguage(documents)).toBeUndefined();
  });

  test("a letter alone is no word: a variable `a` makes no German note English", () => {
    const formulas = three("a, a + b, a - b, a / b, a mal b, a hoch a, a und a");
    const documents = [...three(SUMMARIES.de), ...formulas, ...formulas];
    expect(recognizeLanguage(documents)).toBe("de");
  });

  test("a few notes in another language do not count", () => {
    const most = Array.from({ length: 9 }, () => three(SUMMARIES.fi)).flat();
    expect(recognizeLanguage([...most, ...three(SUMMARIES.en)])).toBe("fi");
  });
});

test("the twenty words by which a language is recognized are all different", () => {
  for (const language of LANGUAGES) {
    const words = FUNCTION_WORDS[language].split(" ");
    expect(new Set(words).size, language).toBe(words.length);
    expect(words.length, language).toBeGreaterThan(30);
  }
});

/** Finds titles in notes of a language, among others that do not match. */
async function finderIn(language: Language, titles: readonly string[], summary = "") {
  const search = await searchInLanguage(
    asDocuments([...titles, { title: "Zebra", summary }]),
    language,
  );
  return (query: string) => search(query).results.map(({ title }) => title);
}

describe("a word matches its other forms, in the language of the notes", () => {
  test.each<[Language, title: string, query: string]>([
    ["en", "Sorted list", "sorting"],
    ["de", "Haus", "Häusern"],
    ["de", "Verknüpfung", "Verknüpfungen"],
    ["de", "Größe", "GRÖẞEN"],
    ["fr", "Cheval", "chevaux"],
    ["fr", "Paramètre", "paramètres"],
    ["fr", "Créer", "créé"],
    ["es", "Canción", "canciones"],
    ["es", "Configurar", "configurando"],
    ["it", "Impostazione", "impostazioni"],
    ["pt", "Notificação", "notificações"],
    ["nl", "Instelling", "instellingen"],
    ["sv", "Inställning", "inställningarna"],
    ["ru", "Настройка", "настройками"],
    ["ru", "Расчёт", "расчетов"],
    ["tr", "Dosya", "dosyalarınızı"],
    ["tr", "Işık", "IŞIKLAR"],
    ["tr", "İşaret", "işaretler"],
    ["fi", "Muistiinpano", "muistiinpanoistamme"],
  ])("%s: %s is found by %s", async (language, title, query) => {
    const find = await finderIn(language, [title]);
    expect(find(query)).toEqual([title]);
    expect(find(query.toLocaleLowerCase(language))).toEqual([title]);
  });

  test.each<[Language, title: string, query: string]>([
    ["de", "Schlüssel", "schlussels"],
    ["fr", "Création", "creations"],
    ["es", "Búsqueda", "busquedas"],
    ["pt", "Página", "paginas"],
    ["sv", "Inställning", "installningar"],
    ["ru", "Счётчик", "счетчики"],
    ["tr", "Çalışma", "calismalar"],
    ["fi", "Päivä", "paivat"],
  ])("%s: %s, also by %s, without accents", async (language, title, query) => {
    expect((await finderIn(language, [title]))(query)).toEqual([title]);
  });

  test("and a title in the same form comes before them", async () => {
    const find = await finderIn("de", ["Notiz", "Notizen", "Notizbuch"]);
    expect(find("notizen")).toEqual(["Notizen", "Notiz"]);
    expect(find("notiz")).toEqual(["Notiz", "Notizen", "Notizbuch"]);
  });

  test("without accents, by a word of the index that is spelled with them", async () => {
    const find = await finderIn("pt", ["Notificação"], "Todas as notificações.");
    expect(find("notificacoes")[0]).toBe("Notificação");
  });

  test("but not those of another language", async () => {
    expect((await finderIn("en", ["Haus"]))("Häusern")).toEqual([]);
  });
});

describe("in a language other than English", () => {
  test.each<[Language, title: string, query: string]>([
    ["de", "Graph", "was ist ein Graph"],
    ["fr", "Arbre", "qu’est-ce que l'arbre"],
    ["fr", "Base de données", "d’une base de données"],
    ["fr", "Graphe", "qu'un graphe"],
    ["it", "Albero", "che cos'è l'albero"],
    ["it", "Albero", "dell'albero"],
    ["ru", "Граф", "что такое граф"],
  ])("%s: %s, first by %s: common words are not missed", async (language, title, query) => {
    const longer = ["Graphe qu'on montre", "Albero dell'erba", "Граф и такое"];
    const find = await finderIn(language, [...longer, title], "was ist que l d est che");
    expect(find(query)[0]).toBe(title);
  });

  test.each<[Language, query: string]>([
    ["de", "wie backe ich ein Croissant"],
    ["fr", "comment faire un croissant"],
    ["ru", "как испечь круассан"],
  ])("%s: a question about what no note covers finds nothing: %s", async (language, query) => {
    expect((await finderIn(language, ["Ein Haus"], "wie ich ein un comment как"))(query)).toEqual(
      [],
    );
  });

  const GERMAN = [
    {
      title: "Rote Bäume",
      tags: ["Pflanzen"],
      summary: "Die Blätter der Bäume sind im Herbst rot.",
    },
    { title: "Baumhaus", tags: ["Häuser"], summary: "Ein Haus im Baum." },
    {
      title: "Vektoren",
      tags: ["C++"],
      summary: "Mit std::vector in C++ und mit Array.at() in JavaScript.",
    },
    { title: "数据库", summary: "表和记录。" },
    { title: "Straße", summary: "Wo Autos fahren." },
  ];

  test.each([
    ["std::vector", ["Vektoren"], "names in code"],
    ["C++", ["Vektoren"], "with symbols"],
    ["javascript", ["Vektoren"], "and words of English"],
    ['"Blätter der Bäume"', ["Rote Bäume"], "words in a row"],
    ['"Blatt der Baum"', [], "match as they are written"],
    ["baum -haus", ["Rote Bäume"], "an excluded word"],
    ["-häuser baum", ["Rote Bäume", "Baumhaus"].slice(0, 1), "excludes no other form, but a tag"],
    ["tag:pflanze", ["Rote Bäume"], "a tag in another form"],
    ["tag:haus", ["Baumhaus"], "with another vowel"],
    ["数据", ["数据库"], "signs are found as they are"],
    ["strasse", ["Straße"], "a letter written as two"],
    ["STRASSEN", ["Straße"], "in capitals"],
    ["baumha", ["Baumhaus"], "the beginning of a compound"],
    ["Vecktoren", ["Vektoren"], "a misspelled word"],
  ])("de: %s finds %j: %s", async (query, expected) => {
    const search = await searchInLanguage(asDocuments(GERMAN), "de");
    const titles = search(query).results.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(expected.toSorted());
  });

  test.each(Object.entries(SUMMARIES))(
    "%s: once a title is first, it stays first while it is typed: %s",
    async (code, summary) => {
      const language = code as Language;
      const titles = [...new Set(summary.match(/\p{L}{4,}/gu))];
      const find = await finderIn(language, titles);
      for (const title of titles) {
        const typed = Array.from(title, (_, i) => title.slice(0, i + 1));
        const isFirst = typed.map((query) => find(query)[0] === title);
        expect(isFirst.at(-1), title).toBe(true);
        expect(isFirst.slice(isFirst.indexOf(true)), title).not.toContain(false);
      }
    },
  );
});
