/**
 * A rival's module. Rivals are installed for the benchmark alone, so their types are not there when
 * the project is checked: `T` says what is used of them.
 */
export async function importRival<T>(name: string): Promise<T> {
  const module: T = await import(name);
  return module;
}
