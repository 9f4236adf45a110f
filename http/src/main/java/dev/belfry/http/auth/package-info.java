/** Who a request comes from, and what a call of the API needs. */
@NullMarked
package dev.belfry.http.auth;

import org.jspecify.annotations.NullMarked;
