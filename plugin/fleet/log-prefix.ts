import { sanitizeLine } from "../../shared/characters/sanitize.ts";

/** Stands in a line about all clusters where a line about one cluster has its context. */
export const allClustersMark = "*";

/** Prints output about clusters, each line with its context in front. */
export interface FleetTalk {
  readonly message: (name: string, text: string) => void;
  /** Prints text that has no line break yet. */
  readonly close: () => void;
}

export function createFleetTalk({ printMessage }: { readonly printMessage: (text: string) => void }): FleetTalk {
  const rests = new Map<string, string>();
  const say = (name: string, line: string): void => printMessage(`${sanitizeLine(name)}: ${sanitizeLine(line)}\n`);
  return {
    message(name, text) {
      const lines = `${rests.get(name) ?? ""}${text}`.split("\n");
      rests.set(name, lines.pop() ?? "");
      for (const line of lines) say(name, line);
    },
    close() {
      for (const [name, rest] of rests) if (rest !== "") say(name, rest);
      rests.clear();
    },
  };
}
