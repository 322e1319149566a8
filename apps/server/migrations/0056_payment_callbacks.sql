-- When a callback of the provider changed the payment last. It is written with that change. NULL: none did, or a callback only made the
-- store ask the provider.
ALTER TABLE payment ADD COLUMN called_back_at timestamptz;
