/**
 * Eleventy, made to write one JSON file a note with title and raw Markdown and to do as little else as
 * its settings allow: no Markdown or Liquid is rendered, no collections are made, no data files are
 * looked for, nothing is cached for a second build.
 *
 *     node eleventy.ts CONTENT OUT
 */
import type { EleventyModule } from "./eleventy-module.ts";

const [content, out] = process.argv.slice(2);
if (content === undefined || out === undefined)
  throw new Error("Say where: eleventy.ts CONTENT OUT");
const name = "@11ty/eleventy";
const { default: Eleventy }: EleventyModule = await import(name);
const eleventy = new Eleventy(content, out, {
  quietMode: true,
  configPath: false,
  config(settings) {
    settings.setTemplateFormats(["md"]);
    settings.addExtension("md", {
      outputFileExtension: "json",
      useLayouts: false,
      compileOptions: { permalink: "raw", cache: false },
      compile:
        (markdown) =>
        ({ title }) =>
          JSON.stringify({ title, markdown }),
    });
    settings.addGlobalData("eleventyExcludeFromCollections", true);
    settings.setDataFileBaseName("");
    settings.setDataFileSuffixes([]);
    settings.setDynamicPermalinks(false);
    settings.setUseGitIgnore(false);
    settings.setUseTemplateCache(false);
  },
});
await eleventy.write();
