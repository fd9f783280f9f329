import { basename } from "node:path";

/** Whether a shell asks for completions. The code that computes them is in a file of its own. */
export function asksForCompletion(argv: readonly string[]): boolean {
  return argv[2] === "__complete" || argv[2] === "__complete-bash" || isForKubectl(argv);
}

/** Whether the program runs under a name that kubectl looks for (kubectl, pkg/cmd/plugin/plugin_completion.go). */
export function isForKubectl(argv: readonly string[]): boolean {
  return argv.slice(0, 2).some((name) => /^kubectl_complete-hco[_-]status(\.\w+)?$/.test(basename(name)));
}
