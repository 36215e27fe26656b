-- A database that was restored does not know what its stamping units have stamped since the backup: such a unit would repeat
-- its counter (docs/decisions/0110). It is held: it neither stamps nor sends, and its merchant's tax documents wait, until a
-- person has released it or another unit has taken its place. What was replaced is closed: it sends what it had stamped.

alter table egs_units
  drop constraint egs_units_state_check,
  add constraint egs_units_state_check check (state in ('new', 'active', 'stopped', 'held', 'closed', 'retired')),
  drop constraint egs_units_check,
  add constraint egs_units_check check (state in ('new', 'retired')
    or (certificate is not null and not_after is not null and sealed_credentials is not null));
insert into egs_unit_moves values ('active', 'held'), ('stopped', 'held'), ('held', 'active'), ('held', 'closed'),
  ('closed', 'retired');

-- A unit that is held stands in for the one that stamps: there is not another one beside it.
drop index one_stamping_unit_per_merchant;
create unique index one_stamping_unit_per_merchant on egs_units (merchant_id)
  where state in ('active', 'stopped', 'held');

-- As in 0077, with units that are held.
create or replace function is_published_event(type text) returns boolean language sql immutable as $$
  select type in (
    'invoice.created', 'invoice.viewed', 'invoice.updated', 'invoice.paid', 'invoice.expired', 'invoice.cancelled',
    'invoice.refunded', 'payment.attempted', 'payment.failed', 'payment.unknown', 'payment.surplus',
    'message.sent', 'message.failed', 'tax_document.issued', 'tax_document.reported', 'tax_document.cleared',
    'tax_document.rejected', 'tax_document.delayed', 'tax_unit.stopped', 'tax_unit.held',
    'webhook_endpoint.disabled', 'webhook_endpoint.test'
  )
$$;
