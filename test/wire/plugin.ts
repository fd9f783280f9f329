import type { ConnectionCase, Fields } from "./connection-case.ts";

/** The file in `{home}` into which a plugin writes how it was called. */
export const callsFile = "calls";

interface Plugin {
  /** The status of the ExecCredential that it prints: `{ token: "s3cret-plugin" }`. */
  readonly status?: Fields;
  /** What it prints in place of an ExecCredential with `status`. */
  readonly output?: string;
  /** What it prints from the second call on. Absent: the same. */
  readonly laterOutput?: string;
  /** The name of its file. Absent: `plugin`. */
  readonly file?: string;
  /** Absent: 0. */
  readonly exitCode?: number;
  /** Fields of the exec section, over those of a plugin that never asks the user. */
  readonly exec?: Fields;
  /** Fields of the user beside the exec section. */
  readonly user?: Fields;
}

/** A user with an exec plugin `./plugin`, and the file of the plugin. */
export function withPlugin({
  file = "plugin",
  exec = {},
  status = {},
  output = formatCredential(status, exec),
  laterOutput = output,
  exitCode = 0,
  user = {},
}: Plugin): Pick<ConnectionCase, "user" | "files"> {
  const script = [
    "#!/bin/sh",
    'variables="$(/usr/bin/env -u KUBERNETES_EXEC_INFO)"',
    // The plugin finds its programs whatever PATH it was given.
    "PATH=/usr/bin:/bin",
    // One line for each call: the arguments, the working directory, standard input, the variables, and
    // KUBERNETES_EXEC_INFO.
    "{",
    `printf '[%s]' "$@"`,
    `printf '\\t%s\\t%s' "$(pwd -P)" "$(cat)"`,
    `printf '\\t%s' "$(echo "$variables" | sort | tr '\\n' ' ')"`,
    `printf '\\t%s\\n' "$KUBERNETES_EXEC_INFO"`,
    `} >> "{home}/${callsFile}"`,
    `if [ "$(grep -c ExecCredential "{home}/${callsFile}")" -gt 1 ]; then`,
    "cat << 'END'",
    laterOutput,
    "END",
    "else",
    "cat << 'END'",
    output,
    "END",
    "fi",
    `exit ${exitCode}`,
    "",
  ];
  const section = { apiVersion, command: "./plugin", interactiveMode: "Never", ...exec };
  return { user: { ...user, exec: section }, files: { [file]: script.join("\n") } };
}

const apiVersion = "client.authentication.k8s.io/v1";

function formatCredential(status: Fields, exec: Fields): string {
  return JSON.stringify({ kind: "ExecCredential", apiVersion: exec["apiVersion"] ?? apiVersion, status });
}
