import type { SharedLogins } from "./shared-logins.ts";

/**
 * The environment variable with the `loginFingerprint` that the user agreed to. The editor sets it for the programs that it
 * starts. Absent: every login of the kubeconfig may run, as for kubectl.
 */
export const agreedLoginVariable = "HCO_STATUS_AGREED_LOGIN";

/** The values of a process that credentials need to run plugins, renew tokens, and let the user log in. */
export interface CredentialEnvironment {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly platform: string;
  /** Whether standard input is a terminal. A plugin may ask the user there, and inherits standard error for it. */
  readonly isInteractive: boolean;
  /** Prints a message for the user: the standard error of a plugin without a terminal, and what is awaited. */
  readonly printMessage: (text: string) => void;
  /** Whether errors quote the last line of a plugin's standard error, because the user does not see what `print` prints. */
  readonly quotesOutput?: boolean;
  /** Leaves the terminal to `work`, a plugin that reads or writes there. Absent: nothing else is drawn on it. */
  readonly withFreeTerminal?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Milliseconds for issuers and for non-interactive plugins. Absent or 0: no limit for plugins, as in kubectl. */
  readonly requestTimeout?: number;
  /** The logins that several clusters share, where they are queried in parallel. Absent: there is one cluster. */
  readonly logins?: SharedLogins;
}
