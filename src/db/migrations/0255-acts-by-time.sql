-- The log of a shop between two instants: a week of two years ago is found without reading what was done since.
create index admin_acts_by_time on admin_acts (merchant_id, at desc);
