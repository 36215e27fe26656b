-- An order of a link is paid as PAID_LINK and any other as PAID (decision S1), also where a status leads back to being paid.
alter table orders add constraint paid_as_its_source_is check (
    case status when 'PAID' then source = 'api' when 'PAID_LINK' then source = 'link' else true end
  ) not valid;
alter table orders validate constraint paid_as_its_source_is;
