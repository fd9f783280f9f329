/** The error for a token beside a password. */
export function tokenAndPasswordText(who: string): string {
  return bothText(who, "a token", "a password");
}

/** The error for two ways to log in. */
export function execAndProviderText(who: string): string {
  return bothText(who, "exec", "auth-provider");
}

/** The error for a field that is given both as data and as a file. */
export function dataAndFileText(who: string, key: string): string {
  return bothText(who, key, `${key}-data`);
}

function bothText(who: string, one: string, other: string): string {
  return `${who} has both ${one} and ${other}; set only one`;
}
