-- One box finds all of a shop: clients by words of their name however they are spelled and by the end of a mobile, products by words
-- of their title. With a million clients: a minute, in which nothing writes clients.

-- The words of a text as they are compared: forms of alif, ta marbuta and alif maqsura are one letter each, signs above and
-- below letters and tatweel are none, the article goes, and what is written apart after "abd" is written together. The same for
-- what is kept and for what is typed, in every locale of a database; one function, since those of an index may call no others.
-- The merchant stands in each, so that one merchant's look-up never meets another's rows.
create function search_words(merchant_id bigint, words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct merchant_id || ' ' || left(regexp_replace(word, '^\u0627\u0644(.)', '\1'), 60)), '{}')
  from regexp_split_to_table(
    regexp_replace(
      translate(
        regexp_replace(lower(words), '[\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
        U&'\0623\0625\0622\0671\0629\0649\0624\0626\06CC\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669',
        U&'\0627\0627\0627\0627\0647\064A\0648\064A\064A0123456789'),
      '(^|[\s,-])\u0639\u0628\u062f +\u0627\u0644', '\1' || U&'\0639\0628\062F\0627\0644', 'g'),
    '[\s!-/:-@[-`{-~\u0080-\u00bf\u060c\u061b\u061f\u066a-\u066d\u2000-\u206f\u3000-\u303f\ufd3e\ufd3f]+') word
  where word <> ''
$$;

create index clients_by_words on clients
  using gin (array_to_tsvector(search_words(merchant_id, coalesce(name, '') || ' ' || coalesce(legal_name, ''))))
  where coalesce(name, legal_name) is not null;
create index products_by_words on products using gin (array_to_tsvector(search_words(merchant_id, title)));
-- By the last digits of a number, whatever was typed before them.
create index clients_by_mobile_end on clients (merchant_id, reverse(mobile) text_pattern_ops) where mobile is not null;
