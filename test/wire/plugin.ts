import type { Fields, Way } from "./way.ts";

/** The file in `{home}` into which a plugin writes how it was called. */
export const callsFile = "calls";

/** A user with an exec plugin `./plugin`, which says `status`, and the plugin itself; `more` joins the exec section. */
export function withPlugin(status: Fields, more: Fields = {}, user: Fields = {}): Pick<Way, "user" | "files"> {
  const apiVersion = String(more["apiVersion"] ?? "client.authentication.k8s.io/v1");
  return respondLater(JSON.stringify({ apiVersion, kind: "ExecCredential", status }), more, user);
}

/** The same, but the plugin says `answer`, whatever that is, from the second call on `later`, and ends with `code`. */
export function respondLater(
  answer: string,
  more: Fields = {},
  user: Fields = {},
  code: number = 0,
  later: string = answer,
): Pick<Way, "user" | "files"> {
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "./plugin",
    interactiveMode: "Never",
    ...more,
  };
  const script = [
    "#!/bin/sh",
    // One line for each call: the arguments, a variable, and KUBERNETES_EXEC_INFO.
    `printf '%s\\t%s\\t%s\\n' "$*" "$PROBE" "$KUBERNETES_EXEC_INFO" >> "{home}/${callsFile}"`,
    `if [ "$(grep -c ExecCredential "{home}/${callsFile}")" -gt 1 ]; then`,
    "cat << 'END'",
    later,
    "END",
    "else",
    "cat << 'END'",
    answer,
    "END",
    "fi",
    `exit ${code}`,
    "",
  ];
  return { user: { ...user, exec }, files: { plugin: script.join("\n") } };
}
