import { l10n } from "vscode";
import type { Say } from "../shared/render/say.ts";

/** In the language of the editor, where there is a bundle for it (extension/l10n). */
export const say: Say = (template, ...values) => l10n.t(template, ...values);
