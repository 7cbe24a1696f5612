//! Headers of the PROXY protocol: what follows one is left, whatever it is.

use crate::{MAX_BYTES, assert_short_line, block_on};
use cubegod_net::fuzzing::read_proxy_header;

/// Up to here, one read returns everything.
const ONE_READ: usize = 1000;

pub(crate) fn run(data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    match block_on(read_proxy_header(data)) {
        Ok((client, rest)) if data.len() <= ONE_READ => {
            assert!(data.ends_with(&rest));
            let more = block_on(read_proxy_header(&[data, b"R U F\n"].concat()));
            assert_eq!(more.ok(), Some((client, [rest.as_slice(), b"R U F\n"].concat())));
        }
        Ok(_) => {}
        Err(error) => assert_short_line(&error),
    }
}
