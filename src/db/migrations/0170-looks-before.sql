-- The look that a saved one has replaced: theme and logo, so that it comes back by one press on another day, too (docs/decisions/0181).
alter table themes
  add column previous jsonb check (jsonb_typeof(previous) = 'object'),
  add column previous_image_id text,
  add column replaced_at timestamptz,
  add check ((previous is null) = (replaced_at is null));
