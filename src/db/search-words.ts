/** What a person types as a query of words, for the indexes over `search_words`. */
import { type RawBuilder, sql } from "kysely";

/** Every word of the text, or how it begins. Words of the function have no signs that mean something in a query. */
export function wordsOf(merchantId: number, text: string): RawBuilder<unknown> {
  return sql`(select string_agg('''' || word || ''':*', ' & ')::tsquery
    from unnest(search_words(${merchantId}, ${text})) word)`;
}
