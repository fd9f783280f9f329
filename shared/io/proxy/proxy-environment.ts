/** The variables of the environment. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** The first of the variables that is not empty. */
export function findFirstSet(env: ProxyEnvironment, names: readonly string[]): string | undefined {
  return names.find((name) => env[name]);
}
