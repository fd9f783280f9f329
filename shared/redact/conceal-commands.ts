import { redactedMark } from "./conceal-assignments.ts";

/** A value in quotes or one word: what follows a flag. Quotes may be escaped. */
const value = `(?:\\\\*"[^"\\n]{1,300}"|\\\\*'[^'\\n]{1,300}'|[^\\s"'\\\\]{1,300})`;

/** Programs whose short flags take a password. The same letters mean other things elsewhere. */
const commands: readonly RegExp[] = [
  // docker, podman, buildah, helm registry, crane, oras, az
  makeFlagPattern("\\blogin\\b", "-p"),
  makeFlagPattern("\\bsshpass\\b", "-p"),
  makeFlagPattern("\\b(?:mysql|mariadb)[a-z]*\\b", "-p(?=\\S)"),
  makeFlagPattern("\\bredis-cli\\b", "-a"),
  makeFlagPattern("\\bldap[a-z]+\\b", "-[wy]"),
  makeFlagPattern("\\bipmi[a-z-]+\\b", "-P"),
  makeFlagPattern("\\b(?:snmp[a-z]+)\\b", "-[cAX]"),
  makeFlagPattern("\\b(?:mqtt|mosquitto_[a-z]+|sqlcmd|bcp|influx|mongo(?:sh|dump|restore)?)\\b", "-[pP]"),
  makeFlagPattern("\\bauth\\.password(?:_in)?\\b", "-v"),
  // `smbclient -U 'user%password'`
  /((?:-U|--user)[ =]\\*["']?[\w.\\@-]{1,60}%)[^\s"']{1,200}/g,
];

function makeFlagPattern(program: string, flag: string): RegExp {
  return new RegExp(`(${program}[^\\n;|]{0,200}?\\s${flag}\\\\*["']?,?[ =]{0,3})(${value})`, "g");
}

/** The text without passwords of commands whose flag has no name: `docker login -p …`, `sshpass -p …`. */
export function concealCommands(text: string): string {
  if (!/\s-[A-Za-z]|%/.test(text)) return text;
  return commands.reduce((rest, command) => rest.replace(command, `$1${redactedMark}`), text);
}
