/** Of Eleventy's module what the benchmark uses: it is installed for the benchmark alone. */
export interface EleventyModule {
  default: new (
    input: string,
    output: string,
    options: { quietMode: boolean; configPath: false; config: (settings: Settings) => void },
  ) => { write(): Promise<unknown> };
}

interface Settings {
  setTemplateFormats(formats: readonly string[]): void;
  addExtension(
    extension: string,
    options: {
      outputFileExtension: string;
      useLayouts: boolean;
      compileOptions: { permalink: "raw"; cache: boolean };
      compile: (text: string) => (data: { title?: string }) => string;
    },
  ): void;
  addGlobalData(name: string, value: unknown): void;
  setDataFileBaseName(name: string): void;
  setDataFileSuffixes(suffixes: readonly string[]): void;
  setDynamicPermalinks(areDynamic: boolean): void;
  setUseGitIgnore(isUsed: boolean): void;
  setUseTemplateCache(isUsed: boolean): void;
}
