-- What a tax document states, in riyals, by the category, rate and reason of its VAT: what the VAT return adds up. Written
-- with the document, from its content alone.
create table tax_document_vat (
  merchant_id bigint not null,
  document_id bigint not null,
  category text not null check (category in ('S', 'Z', 'E', 'O')),
  -- Basis points; 0 of every category but S.
  vat_bps integer not null check (vat_bps >= 0 and (category = 'S' or vat_bps = 0)),
  -- The tax authority's code of the reason; empty where there is none.
  exemption text not null check (category <> 'S' or exemption = ''),
  -- Halalas.
  taxable_sar bigint not null,
  vat_sar bigint not null,
  primary key (merchant_id, document_id, category, vat_bps, exemption),
  foreign key (merchant_id, document_id) references tax_documents (merchant_id, id)
);
create trigger tax_document_vat_only_grows before update or delete or truncate on tax_document_vat
  for each statement execute function refuse_change();

-- The lines of a document, grouped as its VAT summary groups them (core/tax/tax-invoice.ts). Documents of the first shape
-- name no category: it follows from rate and reason. A document in another currency states its sums in riyals, frozen when it was
-- issued; each group has its share of them, and the shares come to the sums.
create function vat_of_tax_document(document tax_documents) returns setof tax_document_vat language sql stable as $$
  with lines as (
    select place, (line ->> 'taxable')::bigint as taxable, (line ->> 'vat')::bigint as vat,
      coalesce((line ->> 'vatBps')::integer, 0) as bps, coalesce(line ->> 'exemption', '') as exemption,
      coalesce(line ->> 'category', case
        when coalesce((line ->> 'vatBps')::integer, 0) > 0 then 'S'
        when line ->> 'exemption' in ('VATEX-SA-29', 'VATEX-SA-29-7', 'VATEX-SA-30') then 'E'
        when line ->> 'exemption' = 'VATEX-SA-OOS' then 'O'
        when line ->> 'exemption' is not null or line ->> 'vatBps' is not null then 'Z'
        else 'O' end) as category
    from jsonb_array_elements(document.content #> '{facts,lines}') with ordinality as l (line, place)
  ), groups as (
    select category, case category when 'S' then bps else 0 end as bps,
      case category when 'S' then '' else exemption end as exemption,
      min(place) as place, sum(taxable) as taxable, sum(vat) as vat
    from lines group by 1, 2, 3
  ), shares as (
    select *, sum(taxable) over upto as taxable_upto, sum(vat) over upto as vat_upto,
      sum(taxable) over () as all_taxable, sum(vat) over () as all_vat,
      coalesce((document.content #>> '{riyals,taxable}')::numeric, sum(taxable) over ()) as riyals_taxable,
      coalesce((document.content #>> '{riyals,vat}')::numeric, sum(vat) over ()) as riyals_vat
    from groups window upto as (order by place)
  )
  select document.merchant_id, document.id, category, bps, exemption,
    case when all_taxable = 0 then 0
      else round(riyals_taxable * taxable_upto / all_taxable)
        - round(riyals_taxable * (taxable_upto - taxable) / all_taxable) end::bigint,
    case when all_vat = 0 then 0
      else round(riyals_vat * vat_upto / all_vat) - round(riyals_vat * (vat_upto - vat) / all_vat) end::bigint
  from shares where taxable <> 0 or vat <> 0
$$;

create function write_vat_of_tax_document() returns trigger language plpgsql as $$
begin
  insert into tax_document_vat select * from vat_of_tax_document(new);
  return null;
end $$;
create trigger tax_documents_have_vat after insert on tax_documents
  for each row execute function write_vat_of_tax_document();

insert into tax_document_vat select v.* from tax_documents d cross join lateral vat_of_tax_document(d) v;
