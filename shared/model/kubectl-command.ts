import { quoteShellWord, type ShellWord } from "./shell-word.ts";

/** What a command needs so that another shell reaches the same cluster. */
export interface CommandReach {
  /** Several kubeconfig files as KUBECONFIG lists them; `--kubeconfig` takes only one. */
  readonly kubeconfigList?: string;
  readonly flags: readonly ShellWord[];
}

/** The cluster that kubectl reaches without a flag. */
export const currentCluster: CommandReach = { flags: [] };

/**
 * A command of kubectl, ready for a shell: `kubectl --context prod get pods`. The flags of a plugin follow its name
 * (kubectl, pkg/cmd/cmd.go, NewDefaultKubectlCommandWithArgs): `kubectl hco-status --deep --context prod`.
 */
export function kubectlCommand(words: readonly ShellWord[], reach: CommandReach = currentCluster): string {
  const { kubeconfigList, flags } = reach;
  const variables = kubeconfigList === undefined ? [] : [`KUBECONFIG=${quoteShellWord(kubeconfigList)}`];
  return [...variables, ...buildKubectlArguments(words, flags).map(quoteShellWord)].join(" ");
}

/** Returns the words of a command of kubectl with the flags that reach a cluster, without quotes. */
export function buildKubectlArguments<Word extends ShellWord>(
  words: readonly Word[],
  flags: readonly Word[],
): readonly (Word | "kubectl")[] {
  return words[0] === "hco-status" ? ["kubectl", ...words, ...flags] : ["kubectl", ...flags, ...words];
}

/** Returns the flags with which kubectl reaches the same cluster, without quotes. Flags with secrets are omitted. */
export function buildReachFlags(flags: ReachFlags): readonly string[] {
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
