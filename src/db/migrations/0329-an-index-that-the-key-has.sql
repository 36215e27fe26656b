-- The key of the table, read backwards, gives the same rows in the same order.
drop index return_requests_by_merchant;
