-- Each start looks at one key per master key. Without this it read every key of the vault.
CREATE INDEX product_key_master ON product_key (master_id);
