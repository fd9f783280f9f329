import {
  CompletionItem,
  CompletionItemKind,
  type CompletionItemProvider,
  SnippetString,
  type TextDocument,
} from "vscode";
import { sanitizeLabel } from "../../shared/characters/sanitize-label.ts";
import type { FieldSuggestion } from "../../shared/model/manifest/schema.ts";
import { fieldParts, typeText } from "../../shared/render/editor/schema/field-texts.ts";
import { completeFields } from "../../shared/schema/complete-fields.ts";
import { rangeOf } from "../platform/documents.ts";
import { toMarkdownString } from "../platform/markdown-string.ts";
import type { ManifestDocuments } from "../session/session-parts.ts";
import type { DocumentSchemas, ObjectSchema } from "./document-schemas.ts";

/** Completes fields and values. What an item says is written when the user looks at it. */
export function completionProvider(
  session: ManifestDocuments,
  schemas: DocumentSchemas,
  isSilent: (document: TextDocument) => boolean,
): CompletionItemProvider {
  const shown = new WeakMap<CompletionItem, { readonly suggestion: FieldSuggestion; readonly schema: ObjectSchema }>();
  return {
    provideCompletionItems(document, position, _token, { triggerCharacter }) {
      const before = document.lineAt(position).text.slice(0, position.character);
      // A space begins a value or an item; others indent.
      if (triggerCharacter === " " && !/[:-] $/.test(before)) return undefined;
      const manifest = isSilent(document) ? undefined : session.getOrParseManifest(document);
      if (manifest === undefined) return undefined;
      const lookup = schemas.at(document);
      let schema: ObjectSchema | undefined;
      const suggestions = completeFields(manifest, document.offsetAt(position), (object) => {
        schema = lookup(object);
        return schema?.root;
      });
      return suggestions.map((suggestion, index) => {
        const item = buildCompletionItem(document, suggestion, index);
        if (schema !== undefined) shown.set(item, { suggestion, schema });
        return item;
      });
    },
    resolveCompletionItem(item) {
      const about = shown.get(item);
      if (about !== undefined) {
        item.documentation = toMarkdownString(fieldParts(about.suggestion.facts, about.schema.source));
      }
      return item;
    },
  };
}

function buildCompletionItem(document: TextDocument, suggestion: FieldSuggestion, index: number): CompletionItem {
  const { as, label, filter, insert, replaces, hasValues, facts } = suggestion;
  const isField = as === "field";
  const item = new CompletionItem(
    { label: sanitizeLabel(label, 100), ...(isField && { description: typeText(facts) }) },
    isField ? CompletionItemKind.Property : CompletionItemKind.EnumMember,
  );
  item.filterText = filter;
  item.sortText = `${index}`.padStart(4, "0");
  item.range = rangeOf(document, replaces);
  item.insertText = new SnippetString().appendText(insert.before).appendTabstop(0).appendText(insert.after);
  if (hasValues) item.command = { title: "", command: "editor.action.triggerSuggest" };
  return item;
}
