import type { Language } from "../../worker/contract/search/languages.ts";

/**
 * The function words of each language. Notes need not have them. The first twenty are common and tell a language from
 * the others, so Swedish has none there that Danish has as well.
 */
export const FUNCTION_WORDS: Readonly<Record<Language, string>> = {
  en:
    "the of and to a in is that for it as with are be this by on or from an " +
    "about all also am any at been but can could did do does had has have how i if into its may me my no " +
    "not only other our over should so some such than their them then there these they those under upon us " +
    "use used using was we were what when where which while who whom why will would you your " +
    "please note notes find show tell give",
  de:
    "der die und das den von zu mit des auf für ist im dem nicht ein eine sich wird sie " +
    "als aus bei es ich in kann man oder sind über wann warum was wer wie wir wo",
  fr:
    "de la le les et des du en un une est pour dans que qui par vous sur ou au " +
    "a à avec ce comment d je l n ne on où pas plus qu quand quel quelle quoi s se son sont",
  es:
    "de la el en que y los las del un una para con por se es su al lo como " +
    "cómo cuál cuándo cuánto dónde este esta más no o qué quién ser si sin sobre son",
  it:
    "di e il la che in per un è una del le i della con non gli da nel si " +
    "a al all alla chi come cos cosa d dall dell dov dove l ma nell sull o più quale quando quanto se sono",
  pt:
    "de o a que e do da em um para os com uma no na não dos se ao as " +
    "à como é mais nas nos onde ou por qual quando quem sem ser sobre são",
  nl:
    "de van het een en in je dat op te zijn voor met die niet aan of om door worden " +
    "als bij er hoe ik is kan naar over uit waar waarom wanneer wat we wie wordt",
  sv:
    "och att är ett för inte till eller från när också även utan vad än åt någon något dig mycket " +
    "av de den det du har hur i jag kan man med om på som var varför vem vi vilken",
  ru:
    "и в не на что с по как это для из к или вы от но чтобы при его можно " +
    "а бы где если есть же за какой когда кто ли мы о почему такое чем я эта",
  tr:
    "ve bir bu için ile olarak da de daha çok veya gibi olan en her kadar sonra ancak nasıl ne " +
    "hangi ise ki kim mi mı mu mü neden nerede o var",
  fi:
    "ja on ei tai se että voit kun joka kuin jos myös ovat mutta niin sen ole voi sekä siitä " +
    "kuinka miksi mikä milloin minä missä mitä miten oli olla sinä tämä",
};
