import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { isUserError } from "../../shared/io/errors/errors.ts";

/** The message for an error that the user can act on. Undefined for a bug of the plugin. */
export function userMessageOf(error: unknown): string | undefined {
  return isUserError(error) ? sanitizeLine(error.message) : undefined;
}

/** The message of an error about the command line, which repeats words of it. */
export function harmlessMessage(message: string): string {
  return sanitizeLine(message);
}
