import { compareTexts } from "../../shared/model/compare-texts.ts";

/** The parts of a definition that say which program starts, and for which place. */
export interface StartedServer {
  readonly label: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | number | null>>;
  readonly cwd?: { toString(): string } | undefined;
}

/**
 * Whether the editor would start the same program with the same arguments, variables and folder. A definition of before
 * may name another kubeconfig or login under the same label.
 */
export function isSameServer(one: StartedServer, other: StartedServer): boolean {
  return identityText(one) === identityText(other);
}

function identityText({ label, command, args = [], env = {}, cwd }: StartedServer): string {
  const variables = Object.entries(env).sort(([a], [b]) => compareTexts(a, b));
  return JSON.stringify([label, command, args, variables, cwd?.toString()]);
}
