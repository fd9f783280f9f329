import { quoteShellWord } from "../../model/shell-word.ts";

/**
 * The beginning of a suggested command, with the flags that kubectl needs to reach the same cluster. Secrets are never
 * repeated.
 */
export function kubectlWith(flags: ReachFlags): string {
  return ["kubectl", ...reachWords(flags).map(quoteShellWord)].join(" ");
}

/** The flags of {@link kubectlWith} as arguments, without quotes. */
export function reachWords(flags: ReachFlags): readonly string[] {
  return [
    ...flag("--kubeconfig", flags.kubeconfig),
    ...flag("--context", flags.context),
    ...flag("--cluster", flags.cluster),
    ...flag("--user", flags.user),
    ...flag("--server", flags.server),
    ...flag("--certificate-authority", flags.certificateAuthority),
    ...flag("--client-certificate", flags.clientCertificate),
    ...flag("--client-key", flags.clientKey),
    ...flag("--tls-server-name", flags.tlsServerName),
    ...(flags.insecureSkipTlsVerify ? ["--insecure-skip-tls-verify"] : []),
    ...flag("--as", flags.as),
    ...(flags.asGroups ?? []).flatMap((group) => flag("--as-group", group)),
    ...flag("--as-uid", flags.asUid),
    ...(flags.asUserExtra ?? []).flatMap((extra) => flag("--as-user-extra", extra)),
  ];
}

/** The flags that the user would have to repeat. */
interface ReachFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly server?: string;
  readonly certificateAuthority?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify?: boolean;
  readonly as?: string;
  readonly asGroups?: readonly string[];
  readonly asUid?: string;
  readonly asUserExtra?: readonly string[];
}

function flag(name: string, value: string | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [name, value];
}
