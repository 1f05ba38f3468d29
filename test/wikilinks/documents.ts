import fc from "fast-check";

const INLINE =
  'a|C#|1. |12) |- |* |+ |> |# |## |#tag|=|-|--|:|::|$|$$|$5|^|~|~~|*|**|_|\\|`|``|```|~~~|``` js|<b>|</b>|<b |<i t="x">|<i t="|">|<br/>|<div>|</div>|<!--|-->|<pre>|</pre>|<?|?>|<a:b>|<x@y.z>|<|>|&amp;|https://a.b/|www.a.b|WWW.a.b|a@b.c|](/u)|](u "t")|](<u v>)|](|)|[x](/u)|![x](/u)|[`x`](/u)|[x]|[x][]|[^1]|[^1](/u)|[ ] |[x] |[[C]]|[[C\\|x]]|[[C#s]]|![[C]]|[[#h]]|[[|]]|[|]|!|\u00a0|é|日本|😀|\u0000|\ufeff|\u2028|\u000b|\u000c|[[a]](b)|[[1]](/u)|[a [[b]] c](/u)'
    .split("|")
    .concat(
      "[[C|x]]",
      "|",
      "\\|",
      "| a |",
      "|-|",
      "|---|---|",
      "|:-:|",
      "a | b",
      "-|-",
      "[[C\\|x]]",
    );
const BREAKS = ["\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\n \n", "\n\t\n"];
const INDENTS = ["", "", "", " ", "  ", "   ", "    ", "\t", "      ", " \t"];
const LINES = [
  "# [[C]]",
  "## Plain heading",
  "## C#",
  "## a ##",
  "#",
  "# `x` *y*",
  "# `x``y`",
  "===",
  "---",
  "***",
  "* * *",
  "___",
  "```",
  "````",
  "~~~ x",
  "``` `",
  "- [[C]]",
  "- a",
  "-",
  "1. a",
  "2. a",
  "10) [[C]]",
  "- # [[C]]",
  "- > - [[C]]",
  "> [[C]]",
  ">",
  ">a",
  "> ```",
  "| [[C]] |",
  "| a | [[C\\|x]] |",
  "| a | [[C|x]] |",
  "|---|",
  "|---|---|",
  "[x]: /u",
  "[[C]]: text",
  "[x\\]]: /u",
  "[^1]: note",
  "<div>",
  "<b>x</b> [[C]]",
  "<!-- [[C]]",
  "-->",
  "<pre>",
  "</pre>",
  "text [[C]] and [x](/u) `code` \\[[C]]",
  'text `[[C]]` <b t="[[C]]">',
  "$$",
  "$a [[C]] b$",
];
const inline = fc
  .array(fc.constantFrom(...INLINE), { maxLength: 6 })
  .map((parts) => parts.join(""));
const line = fc.tuple(
  fc.constantFrom(...INDENTS),
  fc.oneof(inline, fc.constantFrom(...LINES)),
  fc.constantFrom(...BREAKS),
);
/** Bodies of lines that mean something to a reader of Markdown, alone or below each other. */
export const documents = fc.array(line, { maxLength: 8 }).map((lines) => lines.flat().join(""));
